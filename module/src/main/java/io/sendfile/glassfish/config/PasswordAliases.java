package io.sendfile.glassfish.config;

import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.glassfish.internal.api.RelativePathResolver;

/**
 * Password aliases of the domain anywhere in a value. GlassFish itself resolves only values of
 * domain.xml that are a single alias.
 */
final class PasswordAliases {
  private static final Logger LOGGER = Logger.getLogger(PasswordAliases.class.getPackageName());
  private static final Pattern ALIAS = Pattern.compile("\\$\\{ALIAS=[^}]*+}");

  private PasswordAliases() {}

  /** The value with passwords in place of their aliases; an unknown alias stays. */
  static String resolve(String value) {
    return resolve(value, PasswordAliases::password);
  }

  static String resolve(String value, UnaryOperator<String> passwords) {
    return ALIAS
        .matcher(value)
        .replaceAll(alias -> Matcher.quoteReplacement(passwords.apply(alias.group())));
  }

  private static String password(String alias) {
    try {
      return RelativePathResolver.getRealPasswordFromAlias(alias);
    } catch (Exception e) {
      // GlassFish 7 and 8 declare different methods; embedded GlassFish has no passwords at all.
      LOGGER.log(Level.FINE, e, () -> alias + " cannot be resolved");
      return alias;
    }
  }
}
