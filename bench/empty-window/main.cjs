'use strict';
// What the app is compared with: the smallest window with the same safety settings, on the same runtime.
const path = require('node:path');
const { app, BrowserWindow } = require('electron');

app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, spellcheck: false },
  });
  return window.loadFile(path.join(__dirname, 'index.html'));
});
