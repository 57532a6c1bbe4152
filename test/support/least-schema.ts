/** The columns that every version has, and no others: what a file of Hermes must hold at least. */
export const LEAST_SCHEMA = `
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL);
  CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL);
`;
