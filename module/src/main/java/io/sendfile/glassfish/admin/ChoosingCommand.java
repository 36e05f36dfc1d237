package io.sendfile.glassfish.admin;

import io.sendfile.operations.ended.EndedCondition;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.glassfish.api.Param;

/** A command about chosen downloads that ended. */
abstract class ChoosingCommand extends RuntimeCommand.Listing {
  @Param(name = "outcome", optional = true, defaultValue = "")
  String outcome = "";

  @Param(name = "status", optional = true, defaultValue = "")
  String status = "";

  @Param(name = "client", optional = true, defaultValue = "")
  String client = "";

  @Param(name = "root", optional = true, defaultValue = "")
  String root = "";

  @Param(name = "application", optional = true, defaultValue = "")
  String application = "";

  @Param(name = "listener", optional = true, defaultValue = "")
  String listener = "";

  @Param(name = "file", optional = true, defaultValue = "")
  String file = "";

  @Param(name = "id", optional = true, defaultValue = "")
  String id = "";

  @Param(name = "reason", optional = true, defaultValue = "")
  String reason = "";

  /** The texts of the conditions; those not given are empty. */
  final Map<EndedCondition, String> conditions() {
    Map<EndedCondition, String> conditions = new EnumMap<>(EndedCondition.class);
    List<EndedCondition> all = List.of(EndedCondition.values());
    Map<String, String> texts = texts(all.stream().map(EndedCondition::option).toList());
    all.forEach(each -> conditions.put(each, texts.getOrDefault(each.option(), "")));
    return conditions;
  }
}
