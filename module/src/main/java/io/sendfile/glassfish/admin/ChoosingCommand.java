package io.sendfile.glassfish.admin;

import io.sendfile.operations.ended.EndedCondition;
import java.util.EnumMap;
import java.util.Map;
import org.glassfish.api.Param;

/** A command about chosen downloads that ended. */
abstract class ChoosingCommand extends RuntimeCommand.Listing {
  @Param(name = "outcome", optional = true, defaultValue = "")
  private String outcome = "";

  @Param(name = "status", optional = true, defaultValue = "")
  private String status = "";

  @Param(name = "client", optional = true, defaultValue = "")
  private String client = "";

  @Param(name = "root", optional = true, defaultValue = "")
  private String root = "";

  @Param(name = "application", optional = true, defaultValue = "")
  private String application = "";

  @Param(name = "file", optional = true, defaultValue = "")
  private String file = "";

  @Param(name = "id", optional = true, defaultValue = "")
  private String id = "";

  /** The texts of the conditions; those not given are empty. */
  final Map<EndedCondition, String> conditions() {
    Map<EndedCondition, String> conditions = new EnumMap<>(EndedCondition.class);
    conditions.put(EndedCondition.OUTCOME, outcome);
    conditions.put(EndedCondition.STATUS, status);
    conditions.put(EndedCondition.CLIENT, client);
    conditions.put(EndedCondition.ROOT, root);
    conditions.put(EndedCondition.APPLICATION, application);
    conditions.put(EndedCondition.FILE, file);
    conditions.put(EndedCondition.ID, id);
    return conditions;
  }
}
