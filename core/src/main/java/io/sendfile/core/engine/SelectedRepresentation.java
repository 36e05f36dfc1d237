package io.sendfile.core.engine;

import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOff;
import io.sendfile.core.content.Representation;
import io.sendfile.core.content.Representation.ContentCoding;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import java.util.List;

/**
 * The selected representation (RFC 9110 section 3.2): the file, or a sibling in a coding the client
 * accepts.
 *
 * @param file the open file to be sent
 * @param representation its description for the client
 */
record SelectedRepresentation(OpenFile file, Representation representation) {
  private static final String CONTENT_ENCODING = "Content-Encoding";

  /**
   * The file as it is. An application that hands off by attributes may declare the coding of its
   * own bytes.
   */
  static SelectedRepresentation plain(OpenFile file, Target target, ResponseView response) {
    List<String> codings =
        target instanceof Target.Owned ? response.headers(CONTENT_ENCODING) : List.of();
    String declared = codings.isEmpty() ? null : String.join(", ", codings);
    return new SelectedRepresentation(
        file,
        new Representation(
            file.facts(), file.relativePath(), ContentCoding.IDENTITY, false, declared));
  }

  /**
   * Whether a sibling may be selected: not for a part of the file, and not for a file that
   * GlassFish serves itself to other requests.
   */
  static boolean siblingsMayStandFor(HandOff handOff, ResponseView response) {
    if (handOff.target() instanceof Target.Owned owned) {
      return !owned.served()
          && handOff.slice() == null
          && response.headers(CONTENT_ENCODING).isEmpty();
    }
    return !handOff.temporary();
  }

  /**
   * The first sibling that exists, is acceptable to the client and not older than the file;
   * otherwise the file. Closes the others.
   *
   * @param before whether the file was opened before, so that its name may lead elsewhere by now,
   *     and siblings belong to another file
   */
  static SelectedRepresentation amongSiblings(
      RequestView request,
      Target target,
      OpenFile file,
      boolean before,
      FileOpener opener,
      Roots roots) {
    for (ContentCoding coding : ContentCoding.order(request.headers("Accept-Encoding"))) {
      if (coding != ContentCoding.IDENTITY
          && opener.open(target.withSuffix(coding.suffix()), roots)
              instanceof OpenResult.Opened opened) {
        OpenFile sibling = opened.file();
        if (mayStandFor(sibling, file) && (!before || leadsTo(file, target, opener, roots))) {
          file.close();
          return new SelectedRepresentation(sibling, represent(sibling, file, coding));
        }
        sibling.close();
      }
    }
    return new SelectedRepresentation(file, represent(file, file, ContentCoding.IDENTITY));
  }

  private static boolean leadsTo(OpenFile file, Target target, FileOpener opener, Roots roots) {
    if (opener.open(target, roots) instanceof OpenResult.Opened now) {
      try (OpenFile found = now.file()) {
        return found.facts().equals(file.facts());
      }
    }
    return false;
  }

  /**
   * Checks the root: a sibling reached through a link may lie in another one, for other
   * applications.
   */
  private static boolean mayStandFor(OpenFile sibling, OpenFile file) {
    return sibling.root().equals(file.root())
        && ContentCoding.isFresh(sibling.facts(), file.facts());
  }

  private static Representation represent(OpenFile stored, OpenFile plain, ContentCoding coding) {
    return new Representation(stored.facts(), plain.relativePath(), coding, true, null);
  }
}
