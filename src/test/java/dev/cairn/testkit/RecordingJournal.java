package dev.cairn.testkit;

import dev.cairn.store.OpenUpload;
import dev.cairn.store.UploadJournal;
import java.util.ArrayList;
import java.util.List;

/** Remembers in memory, and in what order it was told. Thread-safe. */
public final class RecordingJournal implements UploadJournal {

  private final List<OpenUpload> open = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  @Override
  public synchronized void begun(OpenUpload upload) {
    open.add(upload);
    events.add("begun");
  }

  @Override
  public synchronized void ended(OpenUpload upload) {
    open.remove(upload);
    events.add("ended");
  }

  @Override
  public synchronized void left(OpenUpload upload) {
    events.add("left");
  }

  /** What was begun and not ended. */
  public synchronized List<OpenUpload> open() {
    return List.copyOf(open);
  }

  /** What it was told. */
  public synchronized List<String> events() {
    return List.copyOf(events);
  }
}
