/** Search queries of up to one hundred characters that an attacker could send to make searches slow. */
export const SLOW_QUERIES: readonly [name: string, query: string][] = [
  ['six hundred letters', '\u{3316}'.repeat(100)],
  ['three hundred letters', '\u{FB03}'.repeat(100)],
  ['four hundred words', '\u{FDFA}'.repeat(100)],
  ['a word of a hundred letters', 'interconnect'.repeat(8)],
  [
    'twelve slips',
    'brigde tortose calender nuetrino hampstr knowlge athns lewys plumbb cantilvr ostrcism bodyy',
  ],
  ['twelve letters', 'b c d e f g h j k l m n'],
  ['one letter twelve times', 's s s s s s s s s s s s'],
  ['twelve pairs of letters', 'ab be co de en fo ge ho ik le mo nu'],
  ['twelve frequent words', 'time year word first work part long place number people water light'],
  ['words that tell nothing', 'the of and to in is it that was for on are'],
  ['one letter', 's'],
  ['two letters', 'co'],
];
