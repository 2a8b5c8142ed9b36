/** The base styles of every screen, imported in the order of their layers. */
import './layers.css';
import './fallback-fonts.css';
import './tokens.css';
import './base.css';
import './reading.css';
import './print.css';
import 'virtual:grounds.css';
