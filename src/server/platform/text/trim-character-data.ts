/**
 * Removes the white space that feedsmith inserts around CDATA sections of XML. Some feed readers would show it in titles.
 */
export function trimCharacterData(xml: string): string {
  return xml.replace(/>\s+<!\[CDATA\[/g, '><![CDATA[').replace(/\]\]>\s+<\//g, ']]></');
}
