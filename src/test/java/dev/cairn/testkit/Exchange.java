package dev.cairn.testkit;

/** One request on its way through a {@link FaultProxy}, with the answer to it. Thread-safe. */
final class Exchange {

  /** Which way bytes go. */
  enum Direction {
    REQUEST,
    RESPONSE
  }

  private final FaultProxy.Request request;
  private FaultProxy.Rule judgedBy;
  private Fault fault;
  private long requestBytes;
  private long responseBytes;

  Exchange(FaultProxy.Request request, FaultProxy.Rule rule) {
    this.request = request;
    this.judgedBy = rule;
    this.fault = rule.faultFor(request);
  }

  FaultProxy.Request request() {
    return request;
  }

  /** The fault that hits this exchange under {@code rule}; each rule judges it once. */
  synchronized Fault fault(FaultProxy.Rule rule) {
    if (judgedBy != rule) {
      judgedBy = rule;
      fault = rule.faultFor(request);
    }
    return fault;
  }

  synchronized void passed(Direction direction, int count) {
    if (direction == Direction.REQUEST) {
      requestBytes += count;
    } else {
      responseBytes += count;
    }
  }

  synchronized long passed(Direction direction) {
    return direction == Direction.REQUEST ? requestBytes : responseBytes;
  }
}
