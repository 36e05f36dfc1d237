package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;

class TransfersViewTest {
  private final TransfersView view = new TransfersView();

  @Test
  void addressHasTheStateOfTheView() {
    view.read(Map.of("filter", "rate<50k", "group", "client", "sort", "-rate", "page", "3"));
    assertThat(view.getFilter()).isEqualTo("rate<50k");
    assertThat(view.getQuery()).isEqualTo("&filter=rate%3C50k");
    assertThat(view.grouping()).contains(TextCondition.CLIENT);
    assertThat(view.getFirst()).isEqualTo(30);
    assertThat(view.getSort())
        .singleElement()
        .returns("rate", SortMeta::getField)
        .returns(SortOrder.DESCENDING, SortMeta::getOrder);
  }

  @Test
  void whatItDoesNotKnowIsPassedOver() {
    view.read(Map.of("group", "id", "sort", "-total", "page", "-1"));
    assertThat(view.getFilter()).isEmpty();
    assertThat(view.getQuery()).isEmpty();
    assertThat(view.grouping()).isEmpty();
    assertThat(view.getFirst()).isZero();
    assertThat(view.getSort()).isEmpty();
  }
}
