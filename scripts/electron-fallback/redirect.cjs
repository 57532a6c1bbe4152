'use strict';
// The stand-in runtime is too old for the project's better-sqlite3 and brings one of its own. This is the only place that knows.
const Module = require('node:module');
const path = require('node:path');
const threads = require('node:worker_threads');

// In worker threads `process.resourcesPath` is not set; this file lies in the `app` folder of the resources.
const resources = process.resourcesPath ?? path.dirname(__dirname);
const bundled = Module.createRequire(path.join(resources, 'fallback', 'index.js')).resolve('better-sqlite3');

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === 'better-sqlite3' ? bundled : resolveFilename.call(this, request, ...rest);
};

// A worker thread has a module loader of its own: this file has to be preloaded there too.
const RealWorker = threads.Worker;
threads.Worker = class Worker extends RealWorker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: ['--require', __filename, ...(options.execArgv ?? process.execArgv)] });
  }
};
Module.syncBuiltinESMExports();
