package io.sendfile.glassfish.it.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The file domain.xml, read and edited as by hand. */
record DomainXmlFile(Path path) {
  /** Its settings. */
  Model read() throws IOException {
    Model model = new Model();
    Element config = config(parse());
    attributes(model, Node.CONFIG, config);
    NodeList children = config.getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element child) {
        attributes(model, Node.of(child.getTagName(), child.getAttribute("name")), child);
      }
    }
    return model;
  }

  private static void attributes(Model model, Node node, Element element) {
    model.make(node);
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      model.put(node, attributes.item(i).getNodeName(), attributes.item(i).getNodeValue());
    }
  }

  /** Edits {@code <sendfile-config>}. */
  void edit(Consumer<Element> change) throws IOException {
    Document document = parse();
    change.accept(config(document));
    try {
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(document), new StreamResult(path.toFile()));
    } catch (TransformerException e) {
      throw new IOException(e);
    }
  }

  /** Adds an element with these attributes: name, value, name, value … */
  static void add(Element config, String tag, String... attributes) {
    Element child = config.getOwnerDocument().createElement(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      child.setAttribute(attributes[i], attributes[i + 1]);
    }
    config.appendChild(child);
  }

  private static Element config(Document document) {
    return all(document.getDocumentElement(), "config").stream()
        .filter(config -> config.getAttribute("name").equals("server-config"))
        .flatMap(config -> all(config, "sendfile-config").stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no sendfile-config in server-config"));
  }

  private static List<Element> all(Element parent, String tag) {
    NodeList list = parent.getElementsByTagName(tag);
    return IntStream.range(0, list.getLength()).mapToObj(i -> (Element) list.item(i)).toList();
  }

  private Document parse() throws IOException {
    try {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(path.toFile());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(e);
    }
  }
}
