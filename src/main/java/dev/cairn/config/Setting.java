package dev.cairn.config;

import java.util.List;

/**
 * A configuration key. The list is the reference that the documentation is tested against.
 *
 * @param key key; {@code <name>} stands for the name of a storage entry
 * @param defaultValue value when it is not set, or empty
 * @param help what it does, with bounds
 */
public record Setting(String key, String defaultValue, String help) {

  /** All keys. */
  public static final List<Setting> ALL =
      List.of(
          new Setting(
              "cairn.mode",
              "development",
              "`development` or `production`. Production warns loudly about H2."),
          new Setting(
              "cairn.storage.entries",
              "",
              "Names of the storage entries, separated by commas; the first is active while no"
                  + " migration has chosen another. Letters a-z, digits and `-`, at most 32."),
          new Setting("cairn.storage.<name>.type", "", "`local`, `s3` or `azure`."),
          new Setting("cairn.storage.<name>.root", "", "local: directory that holds the objects."),
          new Setting("cairn.storage.<name>.bucket", "", "s3: bucket. It must exist."),
          new Setting("cairn.storage.<name>.container", "", "azure: container. It must exist."),
          new Setting("cairn.storage.<name>.prefix", "", "s3, azure: put before every key."),
          new Setting("cairn.storage.<name>.region", "us-east-1", "s3: region."),
          new Setting(
              "cairn.storage.<name>.endpoint",
              "",
              "s3: URI of a server other than Amazon's, without user or query. azure: URI of the"
                  + " account's blob service, such as `https://account.blob.core.windows.net`."),
          new Setting(
              "cairn.storage.<name>.path-style", "false", "s3: name the bucket in the path."),
          new Setting(
              "cairn.storage.<name>.checksum",
              "sha256",
              "s3: `sha256` sends and asks for SHA-256 checksums, `off` does neither."),
          new Setting(
              "cairn.storage.<name>.single-put-bytes",
              "5368709120",
              "s3: most bytes that go in one request, 5 MiB to 5 GiB; a larger object goes in parts."
                  + " Lower it for a server or proxy that takes less."),
          new Setting(
              "cairn.storage.<name>.access-key",
              "",
              "s3: reference to the access key, `env:NAME` or `file:/path`; without it the AWS"
                  + " default chain is searched."),
          new Setting("cairn.storage.<name>.secret-key", "", "s3: reference to the secret key."),
          new Setting(
              "cairn.storage.<name>.session-token", "", "s3: reference to the session token."),
          new Setting(
              "cairn.storage.<name>.account",
              "",
              "azure: name of the account, where it is neither the first part of the endpoint's host"
                  + " nor its path."),
          new Setting(
              "cairn.storage.<name>.account-key",
              "",
              "azure: reference to the account's shared key. One of `account-key`, `sas` and"
                  + " `connection-string` is needed."),
          new Setting(
              "cairn.storage.<name>.sas",
              "",
              "azure: reference to a shared access signature with the rights to read, add, create,"
                  + " write, delete and list."),
          new Setting(
              "cairn.storage.<name>.connection-string",
              "",
              "azure: reference to a connection string, of which the credentials are taken."),
          new Setting(
              "cairn.storage.<name>.encryption-keys",
              "",
              "References to keys, separated by commas, each the base64 of 32 bytes. Objects are"
                  + " encrypted with the first and decrypted with any; without keys they are"
                  + " stored as they are."),
          new Setting(
              "cairn.storage.<name>.max-parallel",
              "128",
              "Most requests that wait for an answer, 1 to 1,000. A provider that answers *slow down*"
                  + " lowers it by itself. Read anew every second."),
          new Setting(
              "cairn.storage.<name>.max-requests-per-second",
              "0",
              "Most requests begun in a second; 0 = any number. Read anew every second."),
          new Setting(
              "cairn.storage.<name>.max-bytes-per-second",
              "0",
              "Most bytes of bodies in a second, both directions together; 0 = any number. Read"
                  + " anew every second."),
          new Setting(
              "cairn.timeout.metadata-ms",
              "10000",
              "Bound on stat, delete and initialize, per attempt; 0 = none."),
          new Setting(
              "cairn.timeout.list-ms", "30000", "Bound on one page of a listing; 0 = none."),
          new Setting(
              "cairn.timeout.first-byte-ms",
              "30000",
              "Bound on the first byte of a read; 0 = none."),
          new Setting(
              "cairn.timeout.stall-ms",
              "30000",
              "Bound on the next 16 KiB of a body or its end, either way; 0 = none."),
          new Setting("cairn.retry.max-attempts", "5", "Attempts per storage operation, 1 to 100."),
          new Setting("cairn.retry.base-ms", "200", "Wait before the second attempt."),
          new Setting("cairn.retry.cap-ms", "10000", "Longest wait between two attempts."),
          new Setting(
              "cairn.retry.max-elapsed-ms",
              "30000",
              "Bound on waits and time without progress over all attempts."),
          new Setting("cairn.run.heartbeat-ms", "5000", "Time between two signs of life of a run."),
          new Setting(
              "cairn.run.lease-ms", "30000", "Time after which a silent run counts as dead."),
          new Setting("cairn.run.stop-ms", "2000", "Bound within which copies in flight end."),
          new Setting(
              "cairn.run.pause-ms",
              "30000",
              "Bound within which a pausing run has come to its stop."),
          new Setting(
              "cairn.run.outage-ms",
              "45000",
              "Bound from the first unanswered request to the paused run; checked against the"
                  + " others at start-up."),
          new Setting(
              "cairn.batch.threads",
              "16",
              "Size of the engine's thread pool, as the server is configured."),
          new Setting(
              "cairn.copy.memory-bytes",
              "",
              "Memory of all copies together; a quarter of the heap unless set."),
          new Setting(
              "cairn.blob.max-size-bytes", "5497558138880", "Most bytes of one blob (5 TiB)."));
}
