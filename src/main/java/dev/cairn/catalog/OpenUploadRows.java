package dev.cairn.catalog;

import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** The table of uploads in parts. Thread-safe. */
@ApplicationScoped
class OpenUploadRows {
  private @PersistenceContext EntityManager database;
  private @Inject Node node;

  /**
   * One row.
   *
   * @param entry where
   * @param upload which
   * @param owner server that began it
   */
  record Row(String entry, OpenUpload upload, String owner) {}

  @Transactional(Transactional.TxType.REQUIRES_NEW)
  void insert(String entry, OpenUpload upload) {
    database
        .createNativeQuery(
            "insert into open_upload (entry, upload_id, object_key, owner, begun_at)"
                + " values (:entry, :id, :key, :owner, :begun)")
        .setParameter("entry", entry)
        .setParameter("id", upload.id())
        .setParameter("key", upload.key().value())
        .setParameter("owner", node.owner())
        .setParameter("begun", upload.begun().atOffset(ZoneOffset.UTC))
        .executeUpdate();
  }

  @Transactional(Transactional.TxType.REQUIRES_NEW)
  void delete(String entry, String uploadId) {
    database
        .createNativeQuery("delete from open_upload where entry = :entry and upload_id = :id")
        .setParameter("entry", entry)
        .setParameter("id", uploadId)
        .executeUpdate();
  }

  /** All rows, of every server. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  List<Row> all() {
    List<?> rows =
        database
            .createNativeQuery(
                "select entry, upload_id, object_key, owner, begun_at from open_upload"
                    + " order by begun_at",
                Tuple.class)
            .getResultList();
    return rows.stream().map(row -> row((Tuple) row)).toList();
  }

  private static Row row(Tuple row) {
    OpenUpload upload =
        new OpenUpload(
            new ObjectKey(row.get("object_key", String.class)),
            row.get("upload_id", String.class),
            row.get("begun_at", OffsetDateTime.class).toInstant());
    return new Row(row.get("entry", String.class), upload, row.get("owner", String.class));
  }
}
