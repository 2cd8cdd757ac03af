import { isoSql } from "../../database/reading.ts";

/** In SQL: the keys of the contract's message and their values, of a row in any table of messages, read or not. */
export const messageFields = (table: string, isRead = `${table}.is_read = 1`): string => /* sql */ `
  'id', ${table}.id, 'senderId', ${table}.sender_id, 'message', ${table}.message,
  'messageType', ${table}.message_type, 'clientId', ${table}.client_id, 'isRead', ${isRead},
  'createdAt', ${isoSql(`${table}.created_at`)}`;

/** In SQL: the sender's name as shown. Administrators all speak as 관리자. */
export const senderName = (table: string): string => /* sql */ `
  case ${table}.message_type when 'system' then '노하우' when 'admin' then '관리자'
    else (select nickname from users where id = ${table}.sender_id) end`;
