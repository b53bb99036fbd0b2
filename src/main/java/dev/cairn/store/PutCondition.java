package dev.cairn.store;

/**
 * When a put may take effect. A condition that does not hold ends in {@link
 * FailureKind#PRECONDITION_FAILED}.
 */
public sealed interface PutCondition {
  /** Always. */
  record Always() implements PutCondition {}

  /** Only when no object has this key. */
  record IfAbsent() implements PutCondition {}

  /**
   * Only when the object has this version.
   *
   * @param version as given by {@link ObjectInfo#version}
   */
  record IfVersion(String version) implements PutCondition {}
}
