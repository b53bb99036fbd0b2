package dev.cairn.job;

import dev.cairn.migration.Ledger;
import dev.cairn.migration.MigrationSession;
import dev.cairn.migration.RangeRecord;
import jakarta.batch.api.partition.PartitionMapper;
import jakarta.batch.api.partition.PartitionPlan;
import jakarta.batch.api.partition.PartitionPlanImpl;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Deals the unfinished ranges of the ledger to as many partitions as there are threads. It
 * overrides whatever partitions the engine remembers: the ledger knows what is left, the engine
 * does not after a second crash.
 */
@Dependent
@Named("copyMapper")
public class CopyMapper implements PartitionMapper {
  static final String RANGES = "ranges";

  private @Inject JobContext job;
  private @Inject LiveRuns live;
  private @Inject Ledger ledger;

  @Override
  public PartitionPlan mapPartitions() {
    PartitionPlanImpl plan = new PartitionPlanImpl();
    plan.setPartitionsOverride(true);
    List<List<Integer>> hands =
        live.find(job.getExecutionId()).map(r -> deal(r.session())).orElse(List.of());
    plan.setPartitions(hands.size());
    plan.setThreads(Math.max(1, hands.size()));
    plan.setPartitionProperties(
        hands.stream().map(CopyMapper::properties).toArray(Properties[]::new));
    return plan;
  }

  private List<List<Integer>> deal(MigrationSession session) {
    List<Integer> unfinished =
        ledger.ranges(session.runId()).stream()
            .filter(r -> !r.finished())
            .map(RangeRecord::range)
            .map(r -> r.number())
            .toList();
    int workers = Math.min(session.settings().threads(), unfinished.size());
    List<List<Integer>> hands = new ArrayList<>(workers);
    for (int i = 0; i < workers; i++) {
      hands.add(new ArrayList<>());
    }
    for (int i = 0; i < unfinished.size(); i++) {
      hands.get(i % workers).add(unfinished.get(i));
    }
    return hands;
  }

  private static Properties properties(List<Integer> ranges) {
    Properties properties = new Properties();
    properties.setProperty(
        RANGES, ranges.stream().map(String::valueOf).collect(Collectors.joining(",")));
    return properties;
  }
}
