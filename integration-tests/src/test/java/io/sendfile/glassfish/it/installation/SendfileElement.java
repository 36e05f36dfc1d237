package io.sendfile.glassfish.it.installation;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The element sendfile-config, compared without regard to order and layout.
 *
 * @param children each as a text
 */
record SendfileElement(Map<String, String> attributes, TreeSet<String> children) {
  /** The only one of a fragment. */
  static SendfileElement ofFragment(String xml) throws IOException {
    return of(parse(xml));
  }

  /** The one of a configuration in domain.xml. */
  static SendfileElement ofConfig(String domainXml, String config) throws IOException {
    for (Element candidate : elements(parse(domainXml), "config")) {
      if (candidate.getAttribute("name").equals(config)) {
        // GlassFish creates it with the first setting.
        List<Element> found = elements(candidate, "sendfile-config");
        return found.isEmpty() ? new SendfileElement(Map.of(), new TreeSet<>()) : of(found.get(0));
      }
    }
    throw new IOException("no config " + config);
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList list = parent.getElementsByTagName(name);
    return IntStream.range(0, list.getLength()).mapToObj(i -> (Element) list.item(i)).toList();
  }

  private static SendfileElement of(Element element) {
    TreeSet<String> children = new TreeSet<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child.getTagName() + attributes(child));
      }
    }
    return new SendfileElement(attributes(element), children);
  }

  private static Map<String, String> attributes(Element element) {
    Map<String, String> map = new TreeMap<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      map.put(attributes.item(i).getNodeName(), attributes.item(i).getNodeValue());
    }
    return map;
  }

  private static Element parse(String xml) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(xml)))
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(e);
    }
  }
}
