import { isoSql } from "../database/reading.ts";

/** In SQL: a row of admin_chat_messages as the contract's message. Administrators all speak as 관리자. */
export const messageSql = (table: string): string => /* sql */ `
  json_build_object('id', ${table}.id, 'senderId', ${table}.sender_id, 'message', ${table}.message,
    'messageType', ${table}.message_type, 'clientId', ${table}.client_id, 'isRead', ${table}.is_read = 1,
    'createdAt', ${isoSql(`${table}.created_at`)},
    'senderNickname', case ${table}.message_type when 'system' then '노하우' when 'admin' then '관리자'
      else (select nickname from users where id = ${table}.sender_id) end)`;
