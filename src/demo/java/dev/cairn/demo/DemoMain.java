package dev.cairn.demo;

/**
 * Runs the demo as a program: exit code 0 when all went as promised, 1 with a plain text when not.
 */
public final class DemoMain {
  private DemoMain() {}

  /** Reads its settings from system properties; arguments are ignored. */
  public static void main(String[] arguments) {
    System.exit(run());
  }

  private static int run() {
    Screen screen = Screen.standard();
    try {
      new Demo(DemoSettings.from(System.getProperties()), screen).run();
      return 0;
    } catch (RuntimeException e) {
      screen.say("");
      screen.say("The demo failed: " + (e.getMessage() == null ? e : e.getMessage()));
      return 1;
    }
  }
}
