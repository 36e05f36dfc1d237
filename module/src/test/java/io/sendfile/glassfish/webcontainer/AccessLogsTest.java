package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.enterprise.web.PEAccessLogValve;
import org.apache.catalina.Request;
import org.apache.catalina.Response;
import org.apache.catalina.core.DummyResponse;
import org.apache.catalina.core.StandardPipeline;
import org.apache.catalina.valves.ValveBase;
import org.glassfish.web.valve.GlassFishValve;
import org.junit.jupiter.api.Test;

class AccessLogsTest {
  private final StandardPipeline virtualServer = new StandardPipeline();
  private final PEAccessLogValve log = new PEAccessLogValve();

  @Test
  void virtualServerWithoutAccessLogIsLeftAlone() {
    assertThat(AccessLogs.find(virtualServer)).isNull();
    virtualServer.addValve((GlassFishValve) new OtherValve());
    assertThat(AccessLogs.find(virtualServer)).isNull();
  }

  @Test
  void accessLogLeavesOutWhatIsLoggedLater() {
    virtualServer.addValve((GlassFishValve) new OtherValve());
    virtualServer.addValve((GlassFishValve) log);
    for (int i = 0; i < 2; i++) {
      assertThat(AccessLogs.find(virtualServer)).isSameAs(log);
      assertThat(log.getCondition()).isEqualTo(AccessLogs.LATER);
    }
  }

  @Test
  void conditionOfSomebodyElseStands() {
    log.setCondition("theirs");
    virtualServer.addValve((GlassFishValve) log);
    assertThat(AccessLogs.find(virtualServer)).isNull();
    assertThat(log.getCondition()).isEqualTo("theirs");
  }

  @Test
  void countsAsFarAsGlassFishDoes() {
    DummyResponse response = new DummyResponse();
    assertThat(new AccessLogs.CountedResponse(response, 0).getContentCount()).isZero();
    assertThat(new AccessLogs.CountedResponse(response, 1L << 20).getContentCount())
        .isEqualTo(1 << 20);
    assertThat(new AccessLogs.CountedResponse(response, 5L << 30).getContentCount())
        .isEqualTo(Integer.MAX_VALUE);
  }

  private static final class OtherValve extends ValveBase {
    @Override
    public int invoke(Request request, Response response) {
      return INVOKE_NEXT;
    }
  }
}
