/**
 * Removes the whitespace that the library `feedsmith` inserts around the CDATA sections of XML. Some feed readers would
 * show this whitespace in titles.
 */
export function trimCdataSections(xml: string): string {
  return xml.replace(/>\s+<!\[CDATA\[/g, '><![CDATA[').replace(/\]\]>\s+<\//g, ']]></');
}
