package dev.cairn.faults;

import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;

/** The ways in which a store is gone. */
enum Outage {
  /** Connections are refused. */
  REFUSED("CONNECTION", Fault.SILENT),
  /** Connections stand and nothing answers. */
  SILENCE("TIMEOUT", Fault.SILENT),
  /** The connection is reset in the middle of a request's body. */
  RESET_OF_REQUEST("CONNECTION", new Fault.ResetRequest(300)),
  /** The connection is reset in the middle of an answer's body. */
  RESET_OF_ANSWER("CONNECTION", new Fault.ResetResponse(100)),
  /** Every request is answered with 503, for ever. */
  UNAVAILABLE("UNAVAILABLE", Fault.answer(503));

  private final String cause;
  private final Fault fault;

  Outage(String cause, Fault fault) {
    this.cause = cause;
    this.fault = fault;
  }

  /** Code that the run must give as its cause. */
  String cause() {
    return cause;
  }

  /** Lets it begin with the trigger's first request. */
  void arm(FaultProxy proxy, Trigger trigger) {
    proxy.set(fault, trigger);
  }

  /** To be called when the trigger was hit. */
  void begin(FaultProxy proxy) {
    if (this == REFUSED) {
      proxy.set(Fault.REFUSE);
    }
  }
}
