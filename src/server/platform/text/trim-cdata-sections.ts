/**
 * Removes the whitespace that the library `feedsmith` inserts around CDATA sections, because some feed readers would
 * show it in titles.
 */
export function trimCdataSections(xml: string): string {
  return xml.replace(/>\s+<!\[CDATA\[/g, '><![CDATA[').replace(/\]\]>\s+<\//g, ']]></');
}
