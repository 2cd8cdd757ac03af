import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { IDBFactory } from "fake-indexeddb";

// The modules are shared by the files of a worker: each file begins with a device that keeps nothing.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
