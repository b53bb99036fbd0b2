package dev.cairn.testkit;

/** An answer with another status than the caller can live with. */
public final class UnexpectedAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Answer answer;

  /** Creates the exception; its message shows status and body. */
  public UnexpectedAnswerException(Answer answer) {
    super("unexpected answer: " + answer);
    this.answer = answer;
  }

  /** Returns what the server said. */
  public Answer answer() {
    return answer;
  }
}
