package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.RealmCallback;
import org.jboss.as.controller.client.ModelControllerClient;
import org.jboss.as.controller.client.ModelControllerClientConfiguration;
import org.jboss.dmr.ModelNode;
import org.jspecify.annotations.Nullable;

/**
 * Does what the server's management console does, through the same operations: starts, stops and
 * restarts jobs of the application, reads their executions, suspends and resumes the server. Safe
 * for several threads.
 */
public final class Console implements AutoCloseable {
  private static final String DEPLOYMENT = "cairn.war";
  private static final String BATCH = "batch-jberet";

  private final ModelControllerClient client;

  private Console(ModelControllerClient client) {
    this.client = client;
  }

  /** Connects to a management interface on 127.0.0.1. */
  public static Console connect(int port, Credentials administrator) {
    return new Console(
        ModelControllerClient.Factory.create(
            new ModelControllerClientConfiguration.Builder()
                .setProtocol("remote+http")
                .setHostName("127.0.0.1")
                .setPort(port)
                .setConnectionTimeout(10_000)
                .setHandler(callbacks -> signIn(callbacks, administrator))
                .build()));
  }

  /** Starts a job with properties, as the console's dialog does; returns the execution's id. */
  public long startJob(String jobXmlName, Map<String, String> properties) {
    ModelNode operation = operation("start-job", batch());
    operation.get("job-xml-name").set(jobXmlName);
    properties.forEach((key, value) -> operation.get("properties").get(key).set(value));
    return execute(operation).asLong();
  }

  /** Stops an execution. */
  public void stopJob(long execution) {
    ModelNode operation = operation("stop-job", batch());
    operation.get("execution-id").set(execution);
    execute(operation);
  }

  /**
   * Restarts an execution without any properties, as the console does; returns the new execution's
   * id.
   */
  public long restartJob(long execution) {
    ModelNode operation = operation("restart-job", batch());
    operation.get("execution-id").set(execution);
    return execute(operation).asLong();
  }

  /** Returns what the console shows of an execution. */
  public Execution execution(String job, long id) {
    ModelNode address = batch().add("job", job).add("execution", Long.toString(id));
    return new Execution(
        id,
        attribute(address, "batch-status").asString(),
        attribute(address, "exit-status").asStringOrNull());
  }

  /** Suspends the server, waiting up to 60 s for what runs. */
  public void suspend() {
    ModelNode operation = operation("suspend", new ModelNode().setEmptyList());
    operation.get("suspend-timeout").set(60);
    execute(operation);
  }

  /** Ends a suspension. */
  public void resume() {
    execute(operation("resume", new ModelNode().setEmptyList()));
  }

  /** Sets a system property of the running server, as long as the server's configuration lasts. */
  public void setSystemProperty(String name, String value) {
    ModelNode operation = operation("add", new ModelNode().add("system-property", name));
    operation.get("value").set(value);
    execute(operation);
  }

  /**
   * Reads one attribute, with expressions resolved; the path reads {@code
   * subsystem=io/worker=default}.
   */
  public ModelNode read(String path, String attribute) {
    ModelNode address = new ModelNode().setEmptyList();
    for (String element : path.isEmpty() ? new String[0] : path.split("/")) {
      String[] pair = element.split("=", 2);
      address.add(pair[0], pair[1]);
    }
    return attribute(address, attribute);
  }

  private ModelNode attribute(ModelNode address, String name) {
    ModelNode operation = operation("read-attribute", address);
    operation.get("name").set(name);
    operation.get("resolve-expressions").set(true);
    return execute(operation);
  }

  /**
   * Executes any management operation and returns its result.
   *
   * @throws IllegalStateException when the server refuses; the message holds its reason
   */
  public ModelNode execute(ModelNode operation) {
    try {
      ModelNode answer = client.execute(operation);
      if (!"success".equals(answer.get("outcome").asString())) {
        throw new IllegalStateException(answer.get("failure-description").asString());
      }
      return answer.get("result");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ModelNode batch() {
    return new ModelNode().add("deployment", DEPLOYMENT).add("subsystem", BATCH);
  }

  private static ModelNode operation(String name, ModelNode address) {
    ModelNode operation = new ModelNode();
    operation.get("operation").set(name);
    operation.get("address").set(address);
    return operation;
  }

  private static void signIn(Callback[] callbacks, Credentials credentials)
      throws UnsupportedCallbackException {
    for (Callback callback : callbacks) {
      if (callback instanceof RealmCallback realm) {
        realm.setText(realm.getDefaultText());
      } else if (callback instanceof NameCallback name) {
        name.setName(credentials.user());
      } else if (callback instanceof PasswordCallback password) {
        password.setPassword(credentials.password().toCharArray());
      } else {
        throw new UnsupportedCallbackException(callback);
      }
    }
  }

  /** An execution of a job as the console shows it. */
  public record Execution(long id, String batchStatus, @Nullable String exitStatus) {}
}
