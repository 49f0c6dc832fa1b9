// What every page needs. Each module sets itself up and owns one thing.
import './dialogs.js';
import './palette.js';
import './keys.js';
import './visit.js';
import './list.js';
import './order.js';
import './pick.js';
import './split.js';
import './draft.js';
import './copy.js';
import './find.js';
import './events.js';
import './sequence.js';
import './import.js';
import './clock.js';
import './connection.js';
import './theme-toggle.js';
