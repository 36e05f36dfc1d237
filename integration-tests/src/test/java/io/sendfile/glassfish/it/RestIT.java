package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Rest;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each command has a REST endpoint, and answers in JSON what it says in text. */
@Timeout(120)
@OwnProcess
@Smoke
class RestIT extends Scenario {
  private static final long DEADLINE_SECONDS = 60;
  private static final String BEAN = Rest.CONFIG + "sendfile-config";

  private static JsonObject row(JsonObject data, String list, String key, String value) {
    return data.getJsonArray(list).getValuesAs(JsonObject.class).stream()
        .filter(row -> row.getString(key).equals(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError(list + " has no " + key + " " + value + ": " + data));
  }

  @Test
  void configurationIsReadAsData() {
    JsonObject data = Rest.get(Rest.CONFIG + "get-sendfile-configuration").data();
    JsonObject row = row(data, "attributes", "attribute", "stall-timeout-seconds");
    assertThat(row.getString("value")).isEqualTo("60");
    assertThat(row.getString("default")).isEqualTo("60");
    assertThat(row.getString("change")).isEqualTo("live");
    assertThat(row.getString("unit")).isEqualTo("seconds");
    assertThat(row.getString("allowed")).contains("from 0 to 86400");
    assertThat(row.getString("help"))
        .startsWith("Time without progress after which a transfer is ended");
    assertThat(data.getString("config")).isEqualTo("server-config");
    assertThat(data.getJsonArray("problems")).isEmpty();
    assertThat(data.getJsonArray("health")).isNotEmpty();
  }

  @Test
  void severalAttributesAreSetInOneRequestOrNone() {
    configure("range-limit", "", "etag", "");
    JsonObject data =
        Rest.post(Rest.CONFIG + "set-sendfile-configuration", "range-limit=7", "etag=weak").data();
    assertThat(data.getJsonObject("changed").getString("range-limit")).isEqualTo("7");
    assertThat(data.getJsonObject("changed").getString("etag")).isEqualTo("weak");
    assertThat(
            Rest.post(Rest.CONFIG + "set-sendfile-configuration", "range-limit=8", "etag=w")
                .refusal())
        .contains("etag must be one of strong, strong-inode, weak, none");
    JsonObject now = Rest.get(Rest.CONFIG + "get-sendfile-configuration").data();
    assertThat(row(now, "attributes", "attribute", "range-limit").getString("value"))
        .isEqualTo("7");
  }

  @Test
  void rootsAreMadeListedAndDeleted() {
    Path folder = TestFiles.folder();
    JsonObject made =
        Rest.post(
                Rest.CONFIG + "create-sendfile-root",
                "id=by-rest",
                "path=" + folder,
                "applications=it",
                "uri-prefix=/by-rest/")
            .data();
    assertThat(made.getJsonObject("root").getString("state")).isEqualTo("present");
    JsonObject root =
        row(Rest.get(Rest.CONFIG + "list-sendfile-roots").data(), "roots", "name", "by-rest");
    assertThat(root.getString("path")).isEqualTo(folder.toString());
    assertThat(root.getString("applications")).isEqualTo("it");
    assertThat(root.getString("symlinks")).isEqualTo("inside-root");

    JsonObject changed =
        Rest.post(
                Rest.CONFIG + "set-sendfile-root", "id=by-rest", "symlinks=follow", "hidden=*.key")
            .data();
    assertThat(changed.getJsonObject("root").getString("symlinks")).isEqualTo("follow");
    assertThat(changed.getJsonObject("root").getString("applications")).isEqualTo("it");
    assertThat(
            Rest.post(Rest.CONFIG + "set-sendfile-root", "id=by-rest", "symlinks=all", "hidden=a/b")
                .refusal())
        .contains("symlinks must be one of inside-root, none, same-owner, follow")
        .contains("hidden must be names separated by commas");
    assertThat(Rest.post(Rest.CONFIG + "set-sendfile-root", "id=none", "symlinks=none").refusal())
        .contains("There is no root", "There are: by-rest");

    String attribute = BEAN + "/sendfile-root/by-rest";
    assertThat(Rest.post(attribute, "symlinks=all").refusal())
        .contains("symlinks must be one of inside-root, none, same-owner, follow");
    assertThat(Rest.post(attribute, "symlinks=none").status()).isEqualTo(200);
    assertThat(
            row(Rest.get(Rest.CONFIG + "list-sendfile-roots").data(), "roots", "name", "by-rest")
                .getString("symlinks"))
        .isEqualTo("none");

    assertThat(
            Rest.delete(Rest.CONFIG + "delete-sendfile-root", "id=by-rest")
                .data()
                .getString("deleted"))
        .isEqualTo("by-rest");
    assertThat(Rest.delete(Rest.CONFIG + "delete-sendfile-root", "id=by-rest").refusal())
        .contains("There is no root");
  }

  @Test
  void listenersAreSetListedAndDeleted() {
    JsonObject set =
        Rest.post(Rest.CONFIG + "set-sendfile-listener", "id=united", "zero-copy=false").data();
    assertThat(set.getJsonObject("own").getString("zero-copy")).isEqualTo("false");
    JsonObject row =
        row(
            Rest.get(Rest.CONFIG + "list-sendfile-listeners").data(),
            "listeners",
            "name",
            "united");
    assertThat(row.getJsonObject("own").getString("zero-copy")).isEqualTo("false");
    assertThat(row.getString("buffer-policy")).isEqualTo("server-default");
    assertThat(row.get("bytes-in-use").getValueType())
        .isIn(JsonValue.ValueType.NUMBER, JsonValue.ValueType.STRING);
    assertThat(Rest.delete(Rest.CONFIG + "delete-sendfile-listener", "id=united").status())
        .isEqualTo(200);
  }

  @Test
  void plugInsAreSetListedAndDeleted() {
    JsonObject set =
        Rest.post(Rest.CONFIG + "set-sendfile-plugin", "id=slow-start", "enabled=false").data();
    assertThat(set.getBoolean("enabled")).isFalse();
    JsonObject absent =
        Rest.post(
                Rest.CONFIG + "set-sendfile-plugin",
                "id=not-there",
                "property=a=b:c=d\\:e:cache-bytes=5M")
            .data();
    JsonObject row =
        row(
            Rest.get(Rest.CONFIG + "list-sendfile-plugins").data(),
            "plug-ins",
            "name",
            "slow-start");
    assertThat(row.getString("kind")).isEqualTo("algorithm");
    assertThat(row.getBoolean("enabled")).isFalse();
    assertThat(row.getString("bundle")).startsWith("io.sendfile.glassfish.example");
    assertThat(row.getJsonNumber("failures").longValue()).isZero();
    assertThat(row.getString("state")).isEqualTo("switched off");
    assertThat(absent.getJsonObject("properties").getString("cache-bytes")).isEqualTo("5000000");
    assertThat(absent.getJsonObject("properties"))
        .containsOnlyKeys("a", "c", "cache-bytes")
        .extractingByKey("c")
        .extracting(value -> ((JsonString) value).getString())
        .isEqualTo("d:e");
    for (String name : List.of("slow-start", "not-there")) {
      assertThat(Rest.delete(Rest.CONFIG + "delete-sendfile-plugin", "id=" + name).status())
          .isEqualTo(200);
    }
    assertThat(
            row(
                    Rest.get(Rest.CONFIG + "list-sendfile-plugins").data(),
                    "plug-ins",
                    "name",
                    "slow-start")
                .getBoolean("enabled"))
        .isTrue();
  }

  @Test
  void theElementItselfIsAResourceThatRefusesWithTheSameSentences() {
    configure("burst-bytes", "");
    assertThat(Rest.post(BEAN, "burstBytes=64k").refusal())
        .contains("burst-bytes must be a whole number of bytes from 0 to 1073741824");
    assertThat(Rest.post(BEAN, "burstBytes=65536").status()).isEqualTo(200);
    assertThat(
            row(
                    Rest.get(Rest.CONFIG + "get-sendfile-configuration").data(),
                    "attributes",
                    "attribute",
                    "burst-bytes")
                .getString("value"))
        .isEqualTo("65536");
  }

  @Test
  void theAddressNamesTheConfigurationOrTheServer() {
    assertThat(
            Rest.get("configs/config/default-config/get-sendfile-configuration")
                .data()
                .getString("config"))
        .isEqualTo("default-config");
    assertThat(Rest.get("configs/config/nosuch/get-sendfile-configuration").refusal())
        .contains("nosuch");
    assertThat(Rest.get("servers/server/nosuch/list-sendfile-transfers").refusal())
        .contains("nosuch");
  }

  /** GlassFish cannot list more than 127; {@code Domain} has 89 without the module. */
  @Test
  void noCommandIsAmongThoseOfTheDomain() {
    List<String> commands =
        Rest.get("").data().getJsonArray("commands").getValuesAs(JsonObject.class).stream()
            .map(command -> command.getString("command"))
            .toList();
    assertThat(commands).contains("version").noneMatch(name -> name.contains("sendfile"));
  }

  @Test
  void historyIsData() {
    configure("range-limit", "9");
    List<JsonObject> rows =
        Rest.get(Rest.SERVER + "list-sendfile-history", "from=5m", "step=10s")
            .data()
            .getJsonArray("history")
            .getValuesAs(JsonObject.class);
    assertThat(rows)
        .filteredOn(row -> row.getString("type").equals("interval"))
        .isNotEmpty()
        .allSatisfy(
            row -> {
              assertThat(Instant.parse(row.getString("time"))).isBefore(Instant.now());
              assertThat(Long.parseLong(row.getString("millis"))).isPositive();
              assertThat(row.getString("client-abort")).isNotEmpty();
            });
    assertThat(rows)
        .filteredOn(row -> row.getString("type").equals("mark"))
        .extracting(row -> row.getString("who") + " " + row.getString("text"))
        .contains("admin sendfile-config: range-limit is 9, was 256");
  }
}
