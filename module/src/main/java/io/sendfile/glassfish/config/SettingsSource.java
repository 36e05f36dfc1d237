package io.sendfile.glassfish.config;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.plugins.PlugIns;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.beans.PropertyChangeEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.ConfigView;
import org.jvnet.hk2.config.Dom;
import org.jvnet.hk2.config.Transactions;

/**
 * The settings of this server, live. It listens to committed transactions rather than to the bean,
 * because the element may not exist yet: {@code asadmin set} or {@code create-sendfile-root} create
 * it later. Created while the HTTP listeners start, it must not need them, and no exception may
 * escape from it.
 */
@Service
@Singleton
public class SettingsSource {
  private static final Logger LOGGER = Logger.getLogger(SettingsSource.class.getPackageName());

  private static final Set<Class<?>> ELEMENTS =
      Set.of(
          SendfileConfig.class,
          SendfileRoot.class,
          SendfileLimit.class,
          SendfileListener.class,
          SendfilePlugin.class,
          Config.class);

  private final ServiceLocator locator;
  private final PlugIns plugIns;
  private final List<Consumer<SendfileSettings>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<List<String>>> readers = new CopyOnWriteArrayList<>();
  private final CommitListener onCommit = this::committed;
  private boolean rootsWatched;

  /** The warnings of roots at the last look. */
  private List<String> warned = List.of();

  private volatile ReadSettings reading = ReadSettings.NONE;

  @Inject
  public SettingsSource(ServiceLocator locator, PlugIns plugIns) {
    this.locator = locator;
    this.plugIns = plugIns;
  }

  /** The settings in force; read it once per response. */
  public SendfileSettings current() {
    return reading.settings();
  }

  /** Problems in domain.xml, in words; empty when there are none. */
  public List<String> problems() {
    return reading.problems();
  }

  /** The last reading of domain.xml: the settings in force, and the problems. */
  public ReadSettings reading() {
    return reading;
  }

  /** Notifies a listener of each change from now on, on the thread that found it. */
  public void addListener(Consumer<SendfileSettings> listener) {
    listeners.add(listener);
  }

  /** Removes a listener. */
  public void removeListener(Consumer<SendfileSettings> listener) {
    listeners.remove(listener);
  }

  /** Gives a reader the lines that the log gets of each change from now on. */
  public void addReader(Consumer<List<String>> reader) {
    readers.add(reader);
  }

  /** Removes a reader. */
  public void removeReader(Consumer<List<String>> reader) {
    readers.remove(reader);
  }

  /**
   * Warns of roots that cannot serve files, now and after each change from now on. That may wait
   * for a disk, which the start of a server must not.
   */
  public synchronized void watchRoots() {
    rootsWatched = true;
    warnOfRoots();
  }

  /** Each of them is told once, until it can serve files again. */
  private void warnOfRoots() {
    List<String> absent = reading.absentRoots();
    absent.stream().filter(root -> !warned.contains(root)).forEach(LOGGER::warning);
    warned = absent;
  }

  /** The element of this config, or null when domain.xml has none. Never creates it. */
  public static @Nullable SendfileConfig find(Config config) {
    for (Object extension : config.getExtensions()) {
      if (extension instanceof SendfileConfig found) {
        return found;
      }
    }
    return null;
  }

  @PostConstruct
  void start() {
    refresh();
    withTransactions(transactions -> transactions.addTransactionsListener(onCommit));
  }

  @PreDestroy
  void stop() {
    withTransactions(transactions -> transactions.removeTransactionsListener(onCommit));
    listeners.clear();
    readers.clear();
  }

  /**
   * Reads domain.xml again and tells the listeners when the settings changed.
   *
   * @return the reading in force
   */
  public synchronized ReadSettings refresh() {
    try {
      Config config = locator.getService(Config.class, ServerEnvironment.DEFAULT_INSTANCE_NAME);
      SendfileConfig element = config == null ? null : find(config);
      if (element != null) {
        element.getSendfilePlugin().stream()
            .flatMap(plugIn -> plugIn.getProperty().stream())
            .forEach(AllowedProperties.Validator::guard);
      }
      publish(SettingsReader.read(element, plugIns.known()));
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(
          Level.WARNING, "sendfile-config: cannot be read; the settings stay as they are", e);
    }
    return reading;
  }

  synchronized void publish(ReadSettings next) {
    ReadSettings last = reading;
    reading = next;
    if (!next.problems().equals(last.problems())) {
      for (String problem : next.problems()) {
        LOGGER.warning("sendfile: domain.xml: " + problem);
      }
    }
    if (next.settings().equals(last.settings())) {
      return;
    }
    List<String> changes = next.changesSince(last);
    for (String change : changes) {
      LOGGER.info(change);
    }
    if (rootsWatched) {
      warnOfRoots();
    }
    tell(listeners, next.settings());
    tell(readers, changes);
  }

  private static <T> void tell(List<Consumer<T>> listeners, T change) {
    for (Consumer<T> listener : listeners) {
      try {
        listener.accept(change);
      } catch (RuntimeException e) {
        LOGGER.log(Level.WARNING, "sendfile-config: a change could not be applied", e);
      }
    }
  }

  private void withTransactions(Consumer<Transactions> action) {
    try {
      Transactions transactions = locator.getService(Transactions.class);
      if (transactions != null) {
        action.accept(transactions);
      }
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile-config: changes apply after a restart only", e);
    }
  }

  /** Refreshes after each transaction that touched an element of the module or its parent. */
  private void committed(List<PropertyChangeEvent> changes) {
    if (changes.stream().anyMatch(SettingsSource::concernsUs)) {
      refresh();
    }
  }

  private static boolean concernsUs(PropertyChangeEvent change) {
    if (!(change.getSource() instanceof ConfigBeanProxy bean)) {
      return true;
    }
    ConfigView changed = ConfigSupport.getImpl(bean);
    if (ELEMENTS.contains(changed.<ConfigBeanProxy>getProxyType())) {
      return true;
    }
    // Properties of a plug-in are elements of a type that others use, too.
    Dom parent = changed.getMasterView() instanceof Dom dom ? dom.parent() : null;
    Class<?> type = parent == null ? null : parent.<ConfigBeanProxy>getProxyType();
    return type == SendfilePlugin.class;
  }
}
