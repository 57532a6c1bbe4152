'use strict';
// Does for the stand-in runtime what Electron's default app does: finds the app's folder and starts it.
require('./redirect.cjs');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { app } = require('electron');

function appFolder() {
  const packaged = path.join(process.resourcesPath, 'packaged', 'app.asar');
  if (fs.existsSync(packaged)) return packaged;
  const argument = process.argv.slice(1).find(word => !word.startsWith('-'));
  return argument === undefined ? undefined : path.resolve(argument);
}

const folder = appFolder();
if (folder === undefined) {
  process.stderr.write('Which app? Usage: electron <folder with package.json> [arguments]\n');
  process.exit(1);
}

const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
if (manifest.desktopName !== undefined) app.setDesktopName(manifest.desktopName);
app.setAppPath(folder);

const main = path.join(folder, manifest.main);
if (main.endsWith('.mjs')) void import(pathToFileURL(main).href);
else require(main);
