package dev.cairn.catalog;

import java.util.UUID;

/** This server since it was started: a name, and an id that is new at every boot. */
public record Node(String name, String bootId) {

  /** This server, just started. */
  public static Node booted() {
    return new Node(System.getProperty("jboss.node.name", "cairn"), UUID.randomUUID().toString());
  }

  /** As runs name their owner. */
  public String owner() {
    return name + "/" + bootId;
  }

  /** True when an owner is an earlier boot of this node: it is dead, whatever its lease says. */
  public boolean earlierBootOf(String owner) {
    return owner.startsWith(name + "/") && !owner.equals(owner());
  }
}
