package dev.cairn.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.testkit.Answer;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.RunView;
import java.util.Objects;

/**
 * How a run stands, as every surface shows it.
 *
 * @param run status and cause in the API, and the exit code
 * @param gate {@code open} or {@code closed}, as the API shows it for this run
 * @param lock {@code held} or {@code free}, as the job shows it for this run
 * @param engine batch status in the management console
 * @param exit exit status in the management console; empty while there is none
 * @param header what {@code X-Server-Status} says about the run and writes
 */
record Standing(String run, String gate, String lock, String engine, String exit, String header) {

  /** Looks at all surfaces. */
  static Standing of(CairnClient client, Console console, String run, long execution) {
    Answer answer = client.get("/api/admin/runs/" + run).expect(200);
    Console.Execution shown = console.execution(MigrationStage.JOB, execution);
    return new Standing(
        run(new RunView(answer.json())),
        gate(client, run),
        lock(client, run),
        shown.batchStatus(),
        Objects.requireNonNullElse(shown.exitStatus(), ""),
        header(client.get("/api/admin/status").serverStatus(), run));
  }

  private static String run(RunView run) {
    return join(run.status(), run.cause(), run.json().path("exitCode").asText("null"));
  }

  private static String gate(CairnClient client, String run) {
    JsonNode gate = client.get("/api/admin/storage").expect(200).json().path("gate");
    if (!gate.path("closed").asBoolean()) {
      return "open";
    }
    String holder = gate.path("holder").asText();
    return holder.equals(run) ? "closed" : "closed by " + holder;
  }

  private static String lock(CairnClient client, String run) {
    JsonNode live =
        client.get("/api/admin/jobs").expect(200).json().path("items").path(0).path("liveRun");
    String holder = live.path("id").asText("");
    if (holder.isEmpty()) {
      return "free";
    }
    return holder.equals(run) ? "held" : "held by " + holder;
  }

  private static String header(JsonNode header, String run) {
    String writes = header.path("readonly").asBoolean(true) ? "readonly" : "writable";
    String named = header.path("run").asText("");
    return named.equals(run)
        ? join(writes, header.path("status").asText(), header.path("cause").asText(""))
        : join(writes, named);
  }

  private static String join(String... words) {
    return String.join(" ", words).replaceAll(" +", " ").strip();
  }

  /** The same with the exit status cut to the beginning that a table names. */
  Standing cutTo(String exitBegins) {
    return exit.startsWith(exitBegins) && !exitBegins.isEmpty()
        ? new Standing(run, gate, lock, engine, exitBegins, header)
        : this;
  }
}
