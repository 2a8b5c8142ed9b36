/** The base styles of every screen. They are imported in the order of their cascade layers. */
import './layers.css';
import './fallback-fonts.css';
import './tokens.css';
import './base.css';
import './reading.css';
import './print.css';
import 'virtual:grounds.css';
