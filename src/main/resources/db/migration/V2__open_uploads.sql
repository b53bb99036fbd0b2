-- Catalog: uploads in parts that were begun and are not known to have ended.
create table open_upload (
  entry      varchar(32)   not null,
  upload_id  varchar(1024) not null,
  object_key varchar(1024) not null,
  owner      varchar(255)  not null,
  begun_at   timestamp(6) with time zone not null,
  primary key (entry, upload_id)
);
