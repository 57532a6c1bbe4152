import { type Catalog, has } from '../session-db/catalog.ts';
import { SCHEMA_VERSION } from '../session-db/schema.ts';

/** Which line of Hermes builds a file belongs to; rows of one are not put into a file of another. Spec: migrations §9. */
export function familyOf(catalog: Catalog): string {
  if ((catalog.schemaVersion ?? 0) <= SCHEMA_VERSION) return 'classic';
  if (has(catalog, 'system_prompts') && has(catalog, 'sessions', 'system_prompt_hash')) return 'shared-prompts';
  return has(catalog, 'external_role_session_bindings') ? 'external-roles' : 'newer';
}
