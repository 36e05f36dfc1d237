package io.sendfile.glassfish.listeners;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.config.ConfigAwareElement;
import org.glassfish.grizzly.config.dom.Http;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.api.Rank;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.BuilderHelper;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/**
 * Adds the filter to each listener's chain before its port is bound. GlassFish asks for the add-on
 * named {@code websocket} whenever it configures an HTTP listener; this one outranks GlassFish's
 * own and does its work too. It runs while the server boots, so no exception may escape.
 */
@Service(name = SendfileAddOn.NAME)
@ContractsProvided(AddOn.class)
@PerLookup
@Rank(1000)
public class SendfileAddOn implements AddOn, ConfigAwareElement<Http> {
  static final String NAME = "websocket";
  private static final Logger LOG = Logger.getLogger(SendfileAddOn.class.getPackageName());

  private @Nullable AddOn webSockets;
  private @Nullable ListenerBinder binder;
  private String listener = "?";
  private @Nullable Http protocol;

  @Override
  public void configure(ServiceLocator locator, NetworkListener networkListener, Http http) {
    listener = networkListener.getName();
    protocol = http;
    guarded("configuring WebSockets", () -> configureWebSockets(locator, networkListener, http));
    guarded("finding the sendfile module", () -> binder = locator.getService(ListenerBinder.class));
  }

  @SuppressWarnings("unchecked")
  private void configureWebSockets(ServiceLocator locator, NetworkListener nl, Http http) {
    // By a filter of descriptors, as a lookup by qualifier loads all add-ons for their qualifiers.
    for (ActiveDescriptor<?> descriptor :
        locator.getDescriptors(
            BuilderHelper.createNameAndContractFilter(AddOn.class.getName(), NAME))) {
      if (!SendfileAddOn.class.getName().equals(descriptor.getImplementation())) {
        AddOn other = (AddOn) locator.getServiceHandle(descriptor).getService();
        if (other instanceof ConfigAwareElement<?> aware) {
          ((ConfigAwareElement<Http>) aware).configure(locator, nl, http);
        }
        webSockets = other;
        return;
      }
    }
  }

  @Override
  public void setup(
      org.glassfish.grizzly.http.server.@Nullable NetworkListener unused,
      FilterChainBuilder builder) {
    AddOn others = webSockets;
    if (others != null) {
      guarded("setting up WebSockets", () -> others.setup(unused, builder));
    }
    ListenerBinder ours = binder;
    Http http = protocol;
    if (ours != null && http != null) {
      guarded("attaching the filter", () -> ours.bind(listener, http, builder));
    }
  }

  private void guarded(String what, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.SEVERE, e, () -> "sendfile: listener " + listener + ": " + what + " failed");
    }
  }
}
