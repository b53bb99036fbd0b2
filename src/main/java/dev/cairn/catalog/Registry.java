package dev.cairn.catalog;

import dev.cairn.store.BlobHash;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The registry of managed blobs. Writes are short transactions of their own that hold the head
 * row's lock; reads are keyset pages. Thread-safe.
 */
@ApplicationScoped
public class Registry {
  private static final String COLUMNS = "select hash, size, seq, changed_seq, deleted_at from blob";

  private @PersistenceContext EntityManager database;
  private @Inject Dialect dialect;
  private @Inject RegistryHead head;
  private @Inject Clock clock;

  /** What a registration did. */
  public enum Registered {
    /** The blob is new. */
    CREATED,
    /** It was deleted and is live again. */
    REVIVED,
    /** It was live already; nothing changed. */
    PRESENT
  }

  /**
   * Registers a blob whose bytes are stored.
   *
   * @param pointerVersion version of the pointer under which the bytes were stored
   * @throws GateClosedException when the gate is closed or the pointer has moved on; nothing is
   *     registered then, the bytes are an orphan at most
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public Registered register(BlobHash hash, long size, long pointerVersion) {
    Head now = lockOpen();
    if (now.pointerVersion() != pointerVersion) {
      throw new GateClosedException(now.gate(), "the active storage changed during the upload");
    }
    Optional<BlobRow> row = find(hash);
    if (row.isPresent() && row.get().live()) {
      return Registered.PRESENT;
    }
    long number = dialect.nextNumber();
    if (row.isPresent()) {
      database
          .createNativeQuery(
              "update blob set deleted_at = null, size = :size, changed_seq = :n where hash = :hash")
          .setParameter("size", size)
          .setParameter("n", number)
          .setParameter("hash", hash.bytes())
          .executeUpdate();
      return Registered.REVIVED;
    }
    database
        .createNativeQuery(
            "insert into blob (hash, size, seq, changed_seq, created_at) values (:hash, :size, :n, :n, :now)")
        .setParameter("hash", hash.bytes())
        .setParameter("size", size)
        .setParameter("n", number)
        .setParameter("now", clock.instant())
        .executeUpdate();
    return Registered.CREATED;
  }

  /**
   * Marks a blob as deleted. Its bytes stay until they are purged.
   *
   * @return false when there was no live blob
   * @throws GateClosedException when the gate is closed
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public boolean delete(BlobHash hash) {
    lockOpen();
    return database
            .createNativeQuery(
                "update blob set deleted_at = :now, changed_seq = :n where hash = :hash and deleted_at is null")
            .setParameter("now", clock.instant())
            .setParameter("n", dialect.nextNumber())
            .setParameter("hash", hash.bytes())
            .executeUpdate()
        == 1;
  }

  private Head lockOpen() {
    dialect.lockHeadShared();
    Head now = head.read();
    if (now.gate().closed()) {
      throw new GateClosedException(now.gate(), "writes are refused while a migration runs");
    }
    return now;
  }

  /** The row of a blob, deleted ones included. */
  public Optional<BlobRow> find(BlobHash hash) {
    return rows(COLUMNS + " where hash = :hash", List.of(parameter("hash", hash.bytes())), 1)
        .stream()
        .findFirst();
  }

  /** True while no blob was ever registered. */
  public boolean isEmpty() {
    return rows(COLUMNS, List.of(), 1).isEmpty();
  }

  /**
   * One page in the order of the hashes.
   *
   * @param after only hashes behind it, or null
   * @param low only hashes from it on, or null
   * @param high only hashes before it, or null
   * @param maxSeq only rows whose first registration has at most this number
   * @param limit most rows
   */
  public List<BlobRow> page(
      byte @Nullable [] after,
      byte @Nullable [] low,
      byte @Nullable [] high,
      long maxSeq,
      int limit) {
    StringBuilder sql = new StringBuilder(COLUMNS).append(" where seq <= :max");
    ArrayList<Parameter> parameters = new ArrayList<>();
    parameters.add(parameter("max", maxSeq));
    bound(sql, parameters, " and hash > :after", "after", after);
    bound(sql, parameters, " and hash >= :low", "low", after == null ? low : null);
    bound(sql, parameters, " and hash < :high", "high", high);
    return rows(sql.append(" order by hash").toString(), parameters, limit);
  }

  /**
   * One page of changes in the order of their numbers, those behind {@code after} up to {@code
   * watermark}.
   */
  public List<BlobRow> changes(long after, long watermark, int limit) {
    return rows(
        COLUMNS + " where changed_seq > :after and changed_seq <= :mark order by changed_seq",
        List.of(parameter("after", after), parameter("mark", watermark)),
        limit);
  }

  /**
   * Rows and bytes of the hashes from {@code low} on and before {@code high}, registered first at
   * or before {@code maxSeq}.
   */
  public Size size(byte @Nullable [] low, byte @Nullable [] high, long maxSeq) {
    StringBuilder sql =
        new StringBuilder(
            "select count(*) as n, coalesce(sum(case when deleted_at is null then size else 0 end), 0) as b"
                + " from blob where seq <= :max");
    ArrayList<Parameter> parameters = new ArrayList<>();
    parameters.add(parameter("max", maxSeq));
    bound(sql, parameters, " and hash >= :low", "low", low);
    bound(sql, parameters, " and hash < :high", "high", high);
    var query = database.createNativeQuery(sql.toString(), Tuple.class);
    parameters.forEach(p -> query.setParameter(p.name(), p.value()));
    Tuple row = (Tuple) query.getSingleResult();
    return new Size(((Number) row.get("n")).longValue(), ((Number) row.get("b")).longValue());
  }

  /**
   * Extent of a part of the registry.
   *
   * @param rows rows, deleted ones included
   * @param bytes bytes of the live ones
   */
  public record Size(long rows, long bytes) {}

  private record Parameter(String name, Object value) {}

  private static Parameter parameter(String name, Object value) {
    return new Parameter(name, value);
  }

  private static void bound(
      StringBuilder sql,
      List<Parameter> parameters,
      String condition,
      String name,
      byte @Nullable [] value) {
    if (value != null) {
      sql.append(condition);
      parameters.add(parameter(name, value));
    }
  }

  private List<BlobRow> rows(String sql, List<Parameter> parameters, int limit) {
    var query = database.createNativeQuery(sql, Tuple.class);
    parameters.forEach(p -> query.setParameter(p.name(), p.value()));
    query.setMaxResults(limit);
    ArrayList<BlobRow> rows = new ArrayList<>();
    for (Object row : query.getResultList()) {
      rows.add(blob((Tuple) row));
    }
    return rows;
  }

  private static BlobRow blob(Tuple row) {
    return new BlobRow(
        BlobHash.of((byte[]) row.get(0)),
        ((Number) row.get(1)).longValue(),
        ((Number) row.get(2)).longValue(),
        ((Number) row.get(3)).longValue(),
        Optional.ofNullable(instant(row.get(4))));
  }

  private static @Nullable Instant instant(@Nullable Object value) {
    return value instanceof OffsetDateTime time ? time.toInstant() : (Instant) value;
  }
}
