package io.sendfile.glassfish.spring;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.HttpRange;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;

/**
 * Writes the parts of a resource. For parts that Spring has cut out for a Range of the client,
 * hands off the whole file: glassfish-sendfile then sends these parts, or the whole file if the
 * client has parts of an older one. Copies parts that the application has chosen.
 */
final class FileRegionConverter extends ResourceRegionHttpMessageConverter {
  @Override
  protected void writeInternal(Object parts, @Nullable Type type, HttpOutputMessage message)
      throws IOException {
    List<?> regions =
        parts instanceof Collection<?> several ? List.copyOf(several) : List.of(parts);
    Resource resource = ((ResourceRegion) regions.get(0)).getResource();
    if (!isAsked(regions, resource) || !FileResource.handOff(resource, message)) {
      FileResource.check(resource);
      super.writeInternal(parts, type, message);
    }
  }

  private static boolean isAsked(List<?> regions, Resource resource) {
    String range = FileResource.requestHeader(HttpHeaders.RANGE);
    try {
      List<ResourceRegion> asked =
          HttpRange.toResourceRegions(HttpRange.parseRanges(range), resource);
      return describe(asked).equals(describe(regions));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static List<String> describe(List<?> regions) {
    return regions.stream()
        .map(ResourceRegion.class::cast)
        .map(region -> region.getPosition() + "+" + region.getCount())
        .toList();
  }
}
