package dev.cairn.store;

/**
 * Remembers the uploads in parts of one store, so that none is left behind when a server dies in
 * the middle. Thread-safe.
 */
public interface UploadJournal {

  /**
   * Before the first part is sent. Durable on return.
   *
   * @throws RetryableStoreException when that cannot be had now: then no part may be sent
   */
  void begun(OpenUpload upload);

  /** It was completed or aborted. Never fails: what is not forgotten is aborted once more. */
  void ended(OpenUpload upload);

  /** It was given up and could not be aborted now: somebody has to come back to it. Never fails. */
  void left(OpenUpload upload);
}
