// Node has no IndexedDB.
import "fake-indexeddb/auto";
import { failOnFaults } from "@knowhow/ui/testing/contractCheck.ts";
import { afterEach } from "vitest";

afterEach(failOnFaults);
