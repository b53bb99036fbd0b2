package dev.cairn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.stream.Stream;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.as.arquillian.api.ContainerResource;
import org.jboss.as.arquillian.container.ManagementClient;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The facts of the server's configuration that the application relies on. */
@ExtendWith(ArquillianExtension.class)
class ServerConfigurationIT {
  @ContainerResource("cairn")
  ManagementClient management;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          subsystem=datasources/data-source=CairnDS          | jndi-name                | java:jboss/datasources/CairnDS
          subsystem=datasources/data-source=CairnDS          | jta                      | true
          subsystem=datasources/data-source=CairnDS          | driver-name              | h2
          subsystem=datasources/data-source=CairnDS          | blocking-timeout-wait-millis | 5000
          subsystem=batch-jberet                             | default-job-repository   | cairn
          subsystem=batch-jberet                             | restart-jobs-on-resume   | false
          subsystem=batch-jberet/jdbc-job-repository=cairn   | data-source              | CairnDS
          subsystem=batch-jberet/jdbc-job-repository=cairn   | execution-records-limit  | 200
          subsystem=batch-jberet/thread-pool=batch           | max-threads              | 16
          subsystem=ee/managed-executor-service=copy         | jndi-name                | java:jboss/ee/concurrency/executor/copy
          subsystem=ee/managed-executor-service=copy         | hung-task-threshold      | 0
          subsystem=ee/managed-thread-factory=io             | jndi-name                | java:jboss/ee/concurrency/factory/io
          subsystem=undertow/server=default-server/http-listener=default | max-post-size   | 0
          subsystem=undertow/server=default-server/http-listener=default | max-header-size | 16384
          subsystem=undertow/server=default-server/http-listener=default | read-timeout    | 60000
          subsystem=undertow/server=default-server/http-listener=default | write-timeout   | 60000
          subsystem=micrometer/registry=prometheus           | security-enabled         | true
          system-property=jdk.httpclient.redirects.retrylimit | value                   | 1
          """)
  void attributeHasTheValueThatTheApplicationReliesOn(String path, String name, String value)
      throws IOException {
    assertEquals(value, read(path, name).asString());
  }

  @Test
  void batchEngineChecksNoPermissionsItself() throws IOException {
    assertFalse(read("subsystem=batch-jberet", "security-domain").isDefined());
  }

  @Test
  void everyBatchThreadFindsAConnectionWithTenLeftForRequests() throws IOException {
    int threads = read("subsystem=batch-jberet/thread-pool=batch", "max-threads").asInt();
    int connections = read("subsystem=datasources/data-source=CairnDS", "max-pool-size").asInt();
    assertEquals(threads + 10, connections);
  }

  @Test
  void h2FileSurvivesAKilledProcessAndAnOrderlyEnd() throws IOException {
    String url = read("subsystem=datasources/data-source=CairnDS", "connection-url").asString();
    assertTrue(
        Stream.of(
                "DB_CLOSE_ON_EXIT=FALSE",
                "WRITE_DELAY=0",
                "LOCK_TIMEOUT=10000",
                "OPTIMIZE_REUSE_RESULTS=0")
            .allMatch(url::contains),
        url);
  }

  @Test
  void serverStartsWithoutErrors() throws IOException {
    ModelNode operation =
        Operations.createOperation(
            "read-boot-errors", Operations.createAddress("core-service", "management"));
    ModelNode errors = Operations.readResult(management.getControllerClient().execute(operation));
    assertTrue(errors.asList().isEmpty(), errors::toString);
  }

  private ModelNode read(String path, String name) throws IOException {
    String[] address =
        Stream.of(path.split("/")).flatMap(e -> Stream.of(e.split("=", 2))).toArray(String[]::new);
    ModelNode operation =
        Operations.createReadAttributeOperation(Operations.createAddress(address), name);
    operation.get("resolve-expressions").set(true);
    ModelNode answer = management.getControllerClient().execute(operation);
    assertTrue(Operations.isSuccessfulOutcome(answer), answer::toString);
    return Operations.readResult(answer);
  }
}
