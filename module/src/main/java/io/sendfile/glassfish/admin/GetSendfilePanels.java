package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.records.Records;
import io.sendfile.glassfish.answers.PlugInPanel;
import io.sendfile.glassfish.plugins.PlugInStates;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.plugins.UsedPlugIns;
import io.sendfile.glassfish.plugins.UsedPlugIns.Told;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Fact;
import java.util.List;
import java.util.Map;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code _get-sendfile-panels}: what plug-ins show in the console. Hidden, and without text. */
@Service(name = "_get-sendfile-panels")
@PerLookup
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
public class GetSendfilePanels extends RuntimeCommand {
  @Override
  protected String rowsName() {
    return "panels";
  }

  @Override
  protected List<Map<String, Object>> rows(Config config) {
    Map<String, Told<Panel>> told = service(UsedPlugIns.class).panels();
    return service(PlugInStates.class).all(read(config).settings()).stream()
        .map(
            plugIn -> {
              Told<Panel> of = told.getOrDefault(plugIn.name(), new Told<>(Panel.NONE, ""));
              String state =
                  of.fault().isEmpty()
                      ? plugIn.state()
                      : plugIn.isReady() ? of.fault() : plugIn.state() + "; " + of.fault();
              List<Fact> properties =
                  service(PlugIns.class).properties(plugIn.name()).stream()
                      .map(each -> new Fact(each.name(), each.said()))
                      .toList();
              return Records.write(
                  new PlugInPanel(plugIn.name(), plugIn.kind(), state, properties, of.answer()));
            })
        .toList();
  }
}
