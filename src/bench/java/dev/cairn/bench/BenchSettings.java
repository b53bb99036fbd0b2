package dev.cairn.bench;

import java.util.List;
import java.util.Properties;

/**
 * What is measured, and how often.
 *
 * @param runs counted rounds; property {@code bench.runs}, default 5
 * @param warmups rounds that are not counted; property {@code bench.warmups}, default 4: the
 *     compiler of the server needs some ten thousands of blobs
 * @param workloads what is moved; property {@code bench.workloads}, default {@code small,large}
 * @param verify how it is proved; property {@code bench.verify}, default {@code full,provider}
 * @param routes where to; property {@code bench.routes}, default {@code local,s3}
 * @param rclone whether rclone runs beside it where it is installed; property {@code bench.rclone},
 *     default true
 * @param heap largest heap of the server in MiB; property {@code bench.heap}, default 512
 * @param parameters further parameters of the job; property {@code bench.parameters}, {@code
 *     name=value} with commas between, default none
 */
record BenchSettings(
    int runs,
    int warmups,
    List<Workload> workloads,
    List<String> verify,
    List<String> routes,
    boolean rclone,
    int heap,
    List<String> parameters) {

  static BenchSettings from(Properties properties) {
    return new BenchSettings(
        number(properties, "bench.runs", "5"),
        number(properties, "bench.warmups", "4"),
        list(properties, "bench.workloads", "small,large").stream().map(Workload::named).toList(),
        list(properties, "bench.verify", "full,provider"),
        list(properties, "bench.routes", "local,s3"),
        Boolean.parseBoolean(properties.getProperty("bench.rclone", "true")),
        number(properties, "bench.heap", "512"),
        list(properties, "bench.parameters", ""));
  }

  private static int number(Properties properties, String key, String usual) {
    return Integer.parseInt(properties.getProperty(key, usual));
  }

  private static List<String> list(Properties properties, String key, String usual) {
    String value = properties.getProperty(key, usual);
    return value.isBlank() ? List.of() : List.of(value.split(","));
  }
}
