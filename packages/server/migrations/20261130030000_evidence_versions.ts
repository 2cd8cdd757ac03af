import type { Knex } from "knex";

/** Reports keep the earlier versions of a content that their reporters have beside the one on sale. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table report_evidence_versions (
      report_id uuid not null references report_evidence on delete cascade,
      -- Stays, with its files, as long as a report refers to it.
      version_id uuid not null references content_versions,
      primary key (report_id, version_id)
    );
    create index report_evidence_versions_version on report_evidence_versions (version_id);
    create trigger report_evidence_versions_keep before update on report_evidence_versions
      for each row execute function refuse_update();
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop table report_evidence_versions");
};
