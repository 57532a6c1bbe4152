'use strict';
// Started in place of the app: runs the built app, but holds its first window back until the driver is attached.
// A driver that attaches to a page in the middle of its first load can wait for that load for ever.
const path = require('node:path');
const { app } = require('electron');

let release;
const released = new Promise(resolve => {
  release = resolve;
});
const whenReady = app.whenReady();
const emit = app.emit.bind(app);
let isReady = false;
let readyArguments = [];

app.emit = (name, ...args) => {
  if (name !== 'ready') return emit(name, ...args);
  readyArguments = args;
  return true;
};
app.isReady = () => isReady;
app.whenReady = () => released;

// Playwright calls this once it is attached.
globalThis.__playwright_run = async () => {
  await whenReady;
  isReady = true;
  release();
  emit('ready', ...readyArguments);
};

require(path.join(__dirname, '..', '..', 'out', 'main', 'index.cjs'));
