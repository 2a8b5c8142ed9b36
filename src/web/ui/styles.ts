/** The styles every screen stands on, in the order of their layers. */
import './layers.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import 'virtual:grounds.css';
