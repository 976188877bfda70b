// items: 17
// treatment: conversion
// reason: a floating value beyond int is converted
int planted(int bad) { volatile double d = bad ? 1e10 : 10; return (int)d; }
